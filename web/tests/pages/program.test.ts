import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Cabinet, clickMove, missing, moveButton, newGame } from './cabinet';

// Speaks UCI well enough to be let in, plays one move and then breaks down.
const kFragile = `
let moves = 0;
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'uci') console.log('id name Fragile\\nuciok');
  if (line === 'isready') console.log('readyok');
  if (line.startsWith('go') && moves++) {
    console.error('out of ideas');
    process.exit(3);
  }
  if (line.startsWith('go')) console.log('info depth 1 score cp 5 pv e7e5\\nbestmove e7e5');
  if (line === 'quit') process.exit(0);
});
`;

describe.skipIf(missing)('Programs of the user', () => {
  const home = mkdtempSync(join(tmpdir(), 'vitrine-pages-'));
  beforeAll(() => {
    mkdirSync(join(home, 'vitrine'));
    writeFileSync(join(home, 'fragile.cjs'), kFragile);
    const engine = (name: string, command: string[]) => `[[engine]]\nname = "${name}"\ncommand = ${JSON.stringify(command)}\nprotocol = "uci"\n`;
    writeFileSync(
      join(home, 'vitrine', 'engines.toml'),
      engine('Steady', [process.env.VITRINE!, 'uci', '--engine', 'mailbox']) + engine('Fragile', [process.execPath, join(home, 'fragile.cjs')]),
    );
  });
  const cabinet = new Cabinet({ XDG_CONFIG_HOME: home });
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('tells what they write, line by line', async () => {
    const page = await cabinet.open('#/analyse');
    await page.getByLabel('Add an engine').selectOption('steady');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.getByRole('region', { name: 'What Steady thinks' }).locator('.pv').first().waitFor();
    await page.getByText(/^Raw engine log/).click();
    await page.locator('.log pre', { hasText: /steady: .*info depth \d+/ }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.locator('.log pre', { hasText: /steady: .*bestmove/ }).waitFor();
  });

  it('says so when one breaks down, and the game is won', async () => {
    const page = await cabinet.open('#/play');
    await newGame(page, 'fragile');
    await clickMove(page, 'e2e4');
    await moveButton(page, 2).filter({ hasText: 'e5' }).waitFor();
    await clickMove(page, 'g1f3');
    await page.getByRole('alert').filter({ hasText: 'Fragile' }).waitFor();
    await page.getByText(/1-0|White wins/).first().waitFor();
  });
});
