import { describe, expect, it } from 'vitest';
import { Cabinet, clickMove, missing, moveButton } from './cabinet';

const legal = '[White "<img src=x onerror=alert(1)>"]\n[Black "Légal\'s victim"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0';

describe.skipIf(missing)('Analyse', () => {
  const cabinet = new Cabinet();

  it('says what is wrong with a FEN or a PGN, and where', async () => {
    const page = await cabinet.open('#/analyse');
    const wrong = page.getByTestId('position-wrong');
    const box = page.getByLabel('FEN or PGN');
    await box.fill('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBXR w KQkq - 0 1');
    await page.getByRole('button', { name: 'Set up' }).click();
    await wrong.filter({ hasText: 'fen' }).waitFor();
    await box.fill('1. e4 e5 2. Ke3 Nc6 *');
    await page.getByRole('button', { name: 'Set up' }).click();
    await wrong.filter({ hasText: 'Ke3' }).waitFor();
    expect(await wrong.textContent()).toMatch(/line 1|ply 3/);
    cabinet.forgive();
  });

  it('steps through a pasted game and takes hostile names for text', async () => {
    const page = await cabinet.open('#/analyse');
    await page.getByLabel('FEN or PGN').fill(legal);
    await page.getByRole('button', { name: 'Set up' }).click();
    await moveButton(page, 13).waitFor();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await page.locator('h1').focus();
    await page.keyboard.press('End');
    await page.locator('.stepper', { hasText: '13 / 13' }).waitFor();
    await page.keyboard.press('Home');
    await page.locator('.stepper', { hasText: '0 / 13' }).waitFor();
    await clickMove(page, 'd2d4');
    await moveButton(page, 1).filter({ hasText: 'd4' }).waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await moveButton(page, 13).filter({ hasText: 'Nd5#' }).waitFor();
  });

  it('asks several engines at once and draws their arrows', async () => {
    const page = await cabinet.open('#/analyse');
    await page.getByLabel('Add an engine').selectOption('challenger');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    for (const who of ['Vitrine', 'Challenger']) await page.getByRole('region', { name: `What ${who} thinks` }).locator('.pv').first().waitFor();
    await page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Analyse', exact: true }).waitFor();
  });

  it('finds the moment that mattered in a whole game', async () => {
    const page = await cabinet.open('#/analyse');
    await page.getByLabel('FEN or PGN').fill(legal);
    await page.getByRole('button', { name: 'Set up' }).click();
    await moveButton(page, 13).waitFor();
    await page.getByRole('button', { name: 'The whole game' }).click();
    // 5… Bxd1 takes the queen and is mated in two: every engine that looks three plies deep sees it.
    await page.locator('.eval-graph figcaption button', { hasText: 'Bxd1??' }).waitFor({ timeout: 30_000 });
  });
});
