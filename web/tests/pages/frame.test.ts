// What holds for every page: narrow screens, both colour schemes, a server that goes away and comes back.
import { describe, expect, it } from 'vitest';
import { kPages } from '../../src/lib/router';
import { Cabinet, clickMove, launch, missing, moveButton, newGame, Server, visit } from './cabinet';

const pages = kPages.map((page) => page.id);

describe.skipIf(missing)('Every page', () => {
  const cabinet = new Cabinet();

  it.each(pages)('%s fits into 360 pixels, in the dark too', async (name) => {
    const page = await cabinet.open(`#/${name}`, { width: 360, height: 740 }, 'dark');
    await page.locator('main h1').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    await page.getByLabel('Colours').selectOption('light');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  });

  it('is reached by its number', async () => {
    const page = await cabinet.open('#/play');
    for (const [index, name] of pages.entries()) {
      await page.keyboard.press(String(index + 1));
      await page.waitForURL((url) => url.hash.startsWith(`#/${name}`));
      // The address changes first; the page that follows it takes the focus to its title, all but the one that is there.
      const focused = () => page.evaluate(() => document.activeElement?.closest('h1')?.textContent ?? '');
      await expect.poll(focused).toBe(index ? kPages[index]!.title : '');
    }
  });

  it('shows first paint within a second', async () => {
    // The best of three visits: what else the machine does is not the page's.
    const paints: number[] = [];
    for (let i = 0; i < 3; ++i) {
      const page = await cabinet.open('#/play');
      const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
      await expect.poll(painted).toBeGreaterThan(0); // what is laid out may not be painted yet
      paints.push(await painted());
    }
    expect(Math.min(...paints)).toBeLessThan(1000);
  });
});

describe.skipIf(missing)('A server that is killed', () => {
  it('is missed, found again, and costs nothing', async () => {
    const browser = await launch();
    let server = await Server.start();
    const { port } = server;
    const { page } = await visit(browser, server, '#/play');
    await newGame(page, 'human');
    await clickMove(page, 'e2e4');
    await moveButton(page, 1).waitFor();
    await server.stop('SIGKILL');
    await page.getByTestId('lost').waitFor();
    expect(await moveButton(page, 1).textContent()).toContain('e4');
    server = await Server.start(port);
    await page.getByTestId('lost').waitFor({ state: 'detached', timeout: 20_000 });
    // The new server knows nothing of the game; the page still has it, and offers to go on.
    await page.getByRole('alert').filter({ hasText: 'no longer on the server' }).waitFor();
    expect(await moveButton(page, 1).textContent()).toContain('e4');
    await page.getByRole('link', { name: 'Go on from this position' }).click();
    expect(await page.getByLabel('From').inputValue()).toContain('/4P3/');
    // An analysis is taken up again by itself.
    await page.goto(server.url + '#/analyse');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    const line = page.getByRole('region', { name: 'What Vitrine thinks' }).locator('.pv').first();
    await line.waitFor();
    await server.stop('SIGKILL');
    await page.getByTestId('lost').waitFor();
    server = await Server.start(port);
    await page.getByTestId('lost').waitFor({ state: 'detached', timeout: 20_000 });
    await page.locator('.search-panel .state.thinking').waitFor({ timeout: 20_000 });
    await browser.close();
    await server.stop();
  });
});
