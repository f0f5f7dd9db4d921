// The pages that look into one position, and the roster.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lastNeuronInWords } from '../../src/lib/network';
import type { Evaluation, NetworkView } from '../../src/lib/protocol';
import { formatCentipawns } from '../../src/lib/score';
import { Cabinet, clickMove, missing, program } from './cabinet';

type Judged = Evaluation & { network: NetworkView };
const judge = (fen: string) => JSON.parse(execFileSync(program, ['eval', fen, '--network', '--json'], { encoding: 'utf8' })) as Judged;
const worth = (fen: string) => '#/worth?fen=' + encodeURIComponent(fen);
// What the board says of each square that has a number.
async function numbersOf(page: Page, board: string): Promise<Record<string, string>> {
  const squares = page.getByRole('group', { name: board }).getByRole('button');
  const labels = await squares.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!));
  return Object.fromEntries(labels.filter((label) => label.includes(': ')).map((label) => [label.slice(0, 2), label.split(': ')[1]!]));
}
const formatted = (squares: Record<string, number>) => Object.fromEntries(Object.entries(squares).map(([square, value]) => [square, formatCentipawns(value)]));

describe.skipIf(missing)('Looking inside', () => {
  const cabinet = new Cabinet();

  it('shows each depth, and steps through the line it expects', async () => {
    const page = await cabinet.open('#/inside');
    await page.getByLabel('Thinking time').selectOption('depth 8');
    await page.getByRole('button', { name: 'Think' }).click();
    await page.getByRole('button', { name: 'Depth 8', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Depth 5', exact: true }).first().click();
    expect(await page.getByRole('region', { name: 'Statistics at depth 5' }).count()).toBe(1);
    expect(await page.getByRole('row').filter({ has: page.getByRole('button', { name: '8', exact: true }) }).count()).toBe(1);
    const walk = page.getByRole('region', { name: 'The principal variation' });
    await walk.getByRole('button', { name: 'One ply on' }).click();
    await walk.locator('.stepper', { hasText: /\b1 \// }).waitFor();
    await page.keyboard.press(']');
    await walk.locator('.stepper', { hasText: /2 \// }).waitFor();
    await page.getByTestId('pv-worth').filter({ hasText: /\d\.\d\d/ }).waitFor();
    expect(await walk.getByRole('link', { name: 'position' }).getAttribute('href')).toMatch(/^https:\/\/lichess\.org\/analysis\/\S+_w_/);
  });

  it('finds the refutation of a move one points at', async () => {
    // White's king has no air: a rook that stays off the back rank lets Black mate on e1.
    const page = await cabinet.open('#/why?fen=' + encodeURIComponent('4r1k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1'));
    await page.getByLabel('Nodes to record').selectOption('5000');
    await page.getByRole('button', { name: 'Trace a search' }).click();
    await page.getByRole('treeitem').nth(2).waitFor();
    await clickMove(page, 'a2b2');
    const verdict = page.getByTestId('verdict');
    await verdict.filter({ hasText: 'Why not Rb2?' }).waitFor();
    // It has the reply from its tree, or where the table's word was enough from a search of its own.
    await verdict.filter({ hasText: /answer.*Re1#/s }).waitFor();
    // The tree by keyboard: up to the best move's line, right to open it.
    await page.getByRole('treeitem', { expanded: false }).first().click();
    await page.keyboard.press('ArrowRight');
    await page.locator('[role=treeitem][aria-level="3"]').first().waitFor();
  });

  it('adds up a position by terms, by squares, and as Turing did', async () => {
    const page = await cabinet.open('#/worth?fen=' + encodeURIComponent('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'));
    await page.getByTestId('value').waitFor();
    await page.getByRole('row', { name: /^material/ }).waitFor();
    await page.getByRole('button', { name: /^e2, white pawn/ }).click();
    await page.getByRole('heading', { name: 'P on e2' }).waitFor();
    await page.getByRole('tab', { name: 'Piece-square model' }).click();
    await page.getByText('Each man on each square has one number').waitFor();
    await page.getByRole('tab', { name: 'Turochamp' }).click();
    // Twenty moves, and the star: followed to the letter the rules open 1.e3 where Turing played 1.e4 (docs/turochamp.md).
    await page.getByRole('button', { name: 'e3 ★' }).waitFor();
    expect(await page.locator('.worksheet tbody tr').count()).toBe(20);
  });

  it('compares the network with the classical terms, man by man', async () => {
    const fen = 'r1bq1rk1/pp3ppp/2n1pn2/2b5/2B5/P1N1PN2/1P3PPP/R1BQ1RK1 w - - 0 10';
    const told = judge(fen);
    const page = await cabinet.open(worth(fen));
    const panel = page.getByRole('region', { name: 'The network' });
    await panel.waitFor();
    expect(await panel.getByTestId('classical-value').textContent()).toBe(formatCentipawns(told.value));
    expect(await panel.getByTestId('network-value').textContent()).toBe(formatCentipawns(told.network.value));
    expect(await panel.getByTestId('difference-value').textContent()).toBe(formatCentipawns(told.network.value - told.value));
    const neuron = await panel.getByTestId('last-neuron').textContent();
    expect(neuron).toBe(lastNeuronInWords(told.network.last_neuron));
    expect(neuron).toContain('28');
    expect(await panel.getByTestId('network-note').count()).toBe(0);
    await panel.getByText(told.network.architecture).waitFor();

    expect(await numbersOf(page, 'Value by square, for White')).toEqual(formatted(told.squares));
    // By keyboard: an arrow goes to the other judge.
    await page.getByRole('radio', { name: 'classical' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'network' }).isChecked()).toBe(true);
    await page.getByTestId('value').filter({ hasText: `${formatCentipawns(told.network.value)} for White, says the network` }).waitFor();
    const numbers = await numbersOf(page, 'Worth of each man to the network, for White');
    expect(numbers).toEqual(formatted(told.network.squares));
    expect(Object.keys(numbers)).toHaveLength(26);
    // A black man counts for Black where it is looked at by itself.
    const knight = told.network.men.find((man) => man.square === 'c6')!;
    await page.getByRole('button', { name: /^c6, black knight/ }).click();
    expect(await page.getByTestId('man-worth').textContent()).toContain(`falls by ${formatCentipawns(knight.worth)} for its side`);
    await page.getByRole('button', { name: /^g1, white king/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('no board is without a king').waitFor();

    await page.getByRole('tab', { name: 'Piece-square model' }).click();
    await page.getByText('Each man on each square has one number').waitFor();
    expect(await panel.count()).toBe(0);
    expect(await page.getByRole('radio', { name: 'network' }).count()).toBe(0);
  });

  it('says when a search would ask neither network nor terms', async () => {
    const checked = judge('rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 1 3');
    const page = await cabinet.open(worth(checked.fen), { width: 360, height: 740 }, 'dark');
    await page.getByTestId('network-note').filter({ hasText: 'White is in check' }).waitFor();
    expect(await page.getByTestId('network-note').count()).toBe(1);
    expect(await page.getByTestId('network-value').textContent()).toBe(formatCentipawns(checked.network.value));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const known = await cabinet.open(worth('8/4k3/8/4K3/4P3/8/8/8 w - - 0 1'));
    await known.getByTestId('network-note').filter({ hasText: 'This ending is known' }).waitFor();
    expect(await known.getByTestId('network-note').count()).toBe(1);
    expect(await known.getByTestId('classical-value').textContent()).toBe('0.00'); // drawn, whatever the terms say
  });

  it('draws the time of each rule, moves with its coefficients, and writes CSV', async () => {
    const page = await cabinet.open('#/time');
    await page.locator('.plot canvas').waitFor();
    await page.getByLabel('Vitrine', { exact: true }).uncheck();
    await page.getByLabel('Challenger', { exact: true }).uncheck();
    await page.getByLabel('3+2').uncheck();
    await page.getByLabel('1+0').check();
    await page.locator('.u-legend .u-series').nth(1).waitFor();
    await page.locator('.u-legend', { hasNotText: 'Vitrine' }).waitFor();
    const save = async () => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
      return readFileSync((await file.path())!, 'utf8');
    };
    // 1% of a minute for the first move, as the ancestor had it. The legend may be there before the server's answer to 1+0.
    await expect.poll(async () => (await save()).split('\n')[1]).toMatch(/,1\+0,1,600,/);
    await page.getByLabel('share of the starting time, early').fill('0.02');
    await expect.poll(async () => (await save()).split('\n')[1]).toMatch(/,1\+0,1,1200,/);
    await page.getByLabel('Replay a real game').fill('1. e4 e5 2. Ke3 *');
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.locator('.wrong', { hasText: 'Ke3' }).waitFor();
    cabinet.forgive();
  });

  it('has a card for each exhibit, and its buttons lead there', async () => {
    const page = await cabinet.open('#/roster');
    const roster = (await (await fetch(cabinet.url + 'api/roster')).json()) as { engines: { title: string }[] };
    for (const engine of roster.engines) await page.getByRole('heading', { name: engine.title, exact: true }).waitFor();
    await page.locator('.exhibit', { hasText: '1948' }).getByRole('link', { name: 'Play it' }).click();
    expect(await page.getByLabel('Against').inputValue()).toBe('turochamp');
  });
});
