// A model that learns, in a real browser: its boards, its curves, and a look back.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Cabinet, missing, program } from './cabinet';

describe.skipIf(missing)('Learning', () => {
  const cabinet = new Cabinet();
  const begin = async (page: Page, method: string) => {
    await page.getByLabel('Method').selectOption(method);
    await page.getByRole('button', { name: 'Begin' }).click();
  };
  const done = (page: Page) => page.getByTestId('training-state').filter({ hasText: 'learnt all it can' }).waitFor({ timeout: 60_000 });

  it('fits by ridge what the command line fits', async () => {
    const page = await cabinet.open('#/learn');
    await begin(page, 'ridge');
    await done(page);
    const boards = page.getByRole('group', { name: 'Boards' });
    expect(await boards.getByRole('button').count()).toBe(6);
    expect(await boards.locator('.learn-squares i').count()).toBe(6 * 64);
    // Medians leave 2.8 pawns on the same set, which is what a joint fit has to beat.
    const error = (await page.getByTestId('held-out-error').textContent())!;
    expect(Number(error)).toBeLessThan(2.5);
    expect(Number(error)).toBeGreaterThan(0.5);
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-page-'));
    const printed = execFileSync(program, ['lab', 'train', 'ridge', '--data', 'sample', '--out', join(folder, 'model.txt')], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(Number(/off by \S+ pawns in training, (\S+) held out/.exec(printed)![1]).toFixed(2)).toBe(error);
    await page.getByText('there is no curve').waitFor();
    // By keyboard: a board opens as numbers.
    const worth = async (man: string) => Number(/: \+(\S+) in the mean/.exec((await boards.getByRole('button', { name: man }).getAttribute('aria-label'))!)![1]);
    expect(await worth('queen')).toBeGreaterThan(await worth('rook'));
    expect(await worth('rook')).toBeGreaterThan(await worth('bishop'));
    await boards.getByRole('button', { name: 'queen' }).focus();
    await page.keyboard.press('Enter');
    const squares = await page.locator('.by-square [data-square]').allTextContents();
    const sum = squares.reduce((total, text) => total + Number(text.replace('+', '').replace('\u2212', '-')), 0);
    expect(sum / 64).toBeCloseTo(await worth('queen'), 1);
  });

  it('draws curves and looks back', async () => {
    const page = await cabinet.open('#/learn', { width: 360, height: 740 }, 'dark');
    await page.getByLabel('middlegame and endgame').check();
    await begin(page, 'logistic');
    await done(page);
    expect(await page.getByTestId('training-state').evaluate((element) => element.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole('group', { name: 'Boards of the endgame' }).waitFor();
    await page.locator('.plot canvas').waitFor();
    expect(await page.getByTestId('looked-at').textContent()).toBe('epoch 30');
    const knight = page.getByRole('group', { name: 'Boards of the middlegame' }).getByRole('button', { name: /^knight/ });
    const last = await knight.getAttribute('aria-label');
    await page.getByLabel('Look back').focus();
    await page.keyboard.press('Home');
    expect(await page.getByTestId('looked-at').textContent()).toBe('epoch 1');
    expect(await knight.getAttribute('aria-label')).not.toBe(last);
    await page.keyboard.press('End');
    expect(await knight.getAttribute('aria-label')).toBe(last);
    // The film runs from the first boards to the last, and ends there.
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByTestId('looked-at').filter({ hasText: /epoch ([2-9]|1\d)$/ }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByTestId('looked-at').filter({ hasText: 'epoch 30' }).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await knight.click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    // A reload finds it again, with all that can be looked back at.
    await page.reload();
    await page.getByTestId('looked-at').filter({ hasText: 'epoch 30' }).waitFor();
    expect(await page.getByLabel('Look back').getAttribute('max')).toBe('29');
  });

  it('shows a training while it runs, stops it and goes on', async () => {
    const page = await cabinet.open('#/learn');
    await page.getByLabel('Method').selectOption('genetic');
    await page.getByLabel('Generations').fill('10000');
    await page.getByRole('button', { name: 'Begin' }).click();
    const error = async () => Number(await page.getByTestId('held-out-error').textContent());
    await expect.poll(error, { timeout: 20_000 }).toBeGreaterThan(0);
    const first = await error();
    // Random weights are far off; the best of the first few hundred children are nearer.
    await expect.poll(error, { timeout: 30_000 }).toBeLessThan(first);
    expect(await page.getByRole('button', { name: 'Begin' }).isDisabled()).toBe(true);
    // Another page may look on, but not begin one of its own.
    const other = await cabinet.open('#/learn');
    await begin(other, 'means');
    await other.locator('.wrong', { hasText: 'Another training is under way' }).waitFor();
    await other.getByRole('link', { name: 'Training: genetic' }).click();
    await other.getByRole('group', { name: 'Boards' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByTestId('training-state').filter({ hasText: 'Stopped.' }).waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByTestId('training-state').filter({ hasText: 'It is learning.' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
  });
});
