import { describe, expect, it } from 'vitest';
import { Cabinet, clickMove, dragMove, missing, moveButton, newGame } from './cabinet';

describe.skipIf(missing)('Play', () => {
  const cabinet = new Cabinet();

  it('plays the fool\'s mate by clicking and dragging', async () => {
    const page = await cabinet.open('#/play');
    await newGame(page, 'human');
    await clickMove(page, 'f2f3');
    await moveButton(page, 1).waitFor();
    await dragMove(page, 'e7e5');
    await moveButton(page, 2).waitFor();
    await clickMove(page, 'g2g4');
    await moveButton(page, 3).waitFor();
    await clickMove(page, 'd8h4');
    await moveButton(page, 4).filter({ hasText: 'Qh4#' }).waitFor();
    const result = page.getByTestId('result');
    await result.waitFor();
    expect(await result.textContent()).toMatch(/checkmate.*0-1/);
    const link = await page.getByRole('link', { name: 'position' }).getAttribute('href');
    expect(link).toBe('https://lichess.org/analysis/rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR_w_KQkq_-_1_3');
  });

  it('mates Evil, which has one legal reply', async () => {
    const page = await cabinet.open('#/play');
    await newGame(page, 'evil', '7k/8/R7/1R6/8/8/8/K7 w - - 0 1');
    await clickMove(page, 'b5b7');
    await moveButton(page, 2).waitFor();
    expect(await moveButton(page, 2).textContent()).toContain('Kg8');
    await clickMove(page, 'a6a8');
    expect(await page.getByTestId('result').textContent()).toMatch(/checkmate.*1-0/);
  });

  it('asks what a pawn becomes', async () => {
    const page = await cabinet.open('#/play');
    await newGame(page, 'human', '8/P6k/8/8/8/8/8/K7 w - - 0 1');
    await clickMove(page, 'a7a8');
    await page.getByRole('dialog', { name: 'Promote to' }).getByRole('button', { name: 'knight' }).click();
    await moveButton(page, 1).waitFor();
    expect(await moveButton(page, 1).textContent()).toContain('a8=N');
  });

  it('refuses what the rules refuse, takes back, turns the board, resigns, and plays again', async () => {
    const page = await cabinet.open('#/play');
    await newGame(page, 'human');
    await clickMove(page, 'e2e5');
    expect(await moveButton(page, 1).count()).toBe(0);
    await clickMove(page, 'e2e4');
    await moveButton(page, 1).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    // Black has no move to take back; the page says so.
    await page.getByRole('alert').filter({ hasText: 'no move to take back' }).waitFor();
    await page.keyboard.press('f');
    await page.locator('.cg-wrap.orientation-black').waitFor();
    await clickMove(page, 'e7e5');
    await moveButton(page, 2).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.locator('.stepper', { hasText: '0 / 0' }).waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    expect(await page.getByTestId('result').textContent()).toContain('0-1');
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.locator('.result.waiting').waitFor();
  });

  it('moves ahead of the opponent\'s reply', async () => {
    const page = await cabinet.open('#/play');
    await page.getByLabel('It thinks for').selectOption('move 10000'); // a slow machine has two clicks to make in it
    await newGame(page, 'vitrine');
    await clickMove(page, 'e2e4');
    await moveButton(page, 1).waitFor();
    await clickMove(page, 'a2a3');
    await page.locator('square.current-premove').nth(1).waitFor();
    await moveButton(page, 3).waitFor({ timeout: 30_000 });
    expect(await moveButton(page, 3).textContent()).toContain('a3');
  });

  it('says what is wrong with a FEN, and where', async () => {
    const page = await cabinet.open('#/play');
    await page.getByLabel('From').fill('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBXR w KQkq - 0 1');
    await page.getByRole('button', { name: 'Begin' }).click();
    const wrong = page.locator('#fen-wrong');
    await wrong.filter({ hasText: 'fen' }).waitFor();
    cabinet.forgive();
  });

  it('can be played by keyboard alone, and is read aloud', async () => {
    const page = await cabinet.open('#/play');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'By keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    const against = page.getByLabel('Against');
    for (let i = 0; i < 40 && !(await against.evaluate((element) => element === document.activeElement)); ++i) await page.keyboard.press('Tab');
    await page.keyboard.press('End'); // another person
    for (let i = 0; i < 40 && !(await page.getByRole('button', { name: 'Begin' }).evaluate((element) => element === document.activeElement)); ++i) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Moves', exact: true }).waitFor();
    await page.keyboard.press('m');
    for (const [index, move] of ['e4', 'e5', 'Qh5', 'Nc6', 'f1c4', 'Nf6', 'Qxf7#'].entries()) {
      await page.keyboard.type(move);
      await page.keyboard.press('Enter');
      await moveButton(page, index + 1).waitFor();
    }
    await page.getByTestId('result').waitFor();
    await expect.poll(() => page.getByTestId('live').textContent()).toContain('checkmate');
    await page.locator('h1').focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.stepper', { hasText: '6 / 7' }).waitFor();
  });
});
