import { describe, expect, it } from 'vitest';
import { Cabinet, missing, moveButton } from './cabinet';

describe.skipIf(missing)('Watch', () => {
  const cabinet = new Cabinet();

  it('shows a match to its end, and its standings', async () => {
    const page = await cabinet.open('#/watch');
    await page.getByLabel('Player 1').selectOption('mailbox');
    await page.getByLabel('Player 2').selectOption('evil');
    await page.getByLabel('Time').selectOption('move 100');
    await page.getByLabel('Rounds').fill('1');
    await page.getByRole('button', { name: 'Begin' }).click();
    await moveButton(page, 1).waitFor();
    await page.getByTestId('played').filter({ hasText: /^2 of 2/ }).waitFor({ timeout: 80_000 });
    const row = page.getByRole('row', { name: /1\. Mailbox/i });
    await row.waitFor();
    expect(await page.locator('.finished li').count()).toBe(2);
  });

  it('lets two exhibits think side by side, stops and goes on', async () => {
    const page = await cabinet.open('#/watch');
    await page.getByLabel('Player 1').selectOption('vitrine');
    await page.getByLabel('Player 2').selectOption('challenger');
    await page.getByLabel('Time').selectOption('move 500');
    await page.getByRole('button', { name: 'Begin' }).click();
    await moveButton(page, 4).waitFor({ timeout: 20_000 });
    for (const who of ['Vitrine', 'Challenger']) await page.getByRole('region', { name: `What ${who} thinks` }).locator('.pv').first().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
  });
});
