// A real server, a real browser, and the page as it was last built. Where the program holds an older page than
// web/dist, the files of web/dist are put in its place, under the server's own headers.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

export const program = process.env.VITRINE ?? '';
export const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

function whyNot(): string {
  if (!program) return 'VITRINE is not set: give it the path of the program';
  if (!existsSync(program)) return `there is no program at ${program}`;
  if (!existsSync(browserPath)) return `there is no browser at ${browserPath}`;
  if (!existsSync(dist + 'index.html')) return 'web/dist is missing: npm run build';
  return '';
}
export const missing = whyNot();
// Who names the program wants the pages tried.
if (missing && program) throw new Error(missing);
if (missing) console.warn(`The pages are not tried: ${missing}`);

export class Server {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static start(port = 0, environment: Record<string, string> = {}): Promise<Server> {
    return new Promise((resolve, reject) => {
      const env = { ...process.env, ...environment };
      const child = spawn(program, ['serve', '--port', String(port)], { stdio: ['ignore', 'pipe', 'inherit'], env });
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      createInterface({ input: child.stdout! }).on('line', (line) => {
        const url = /https?:\/\/\S+/.exec(line)?.[0];
        if (url) resolve(new Server(child, url.endsWith('/') ? url : url + '/'));
      });
    });
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await gone;
  }
}

const kTypes: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', html: 'text/html; charset=utf-8' };

async function useLatestBuild(context: BrowserContext, url: string): Promise<void> {
  const index = readFileSync(dist + 'index.html', 'utf8');
  const answer = await fetch(url);
  if ((await answer.text()) === index) return;
  await context.route((asked) => asked.pathname === '/', async (route) => {
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !['content-encoding', 'content-length', 'etag'].includes(name)));
    await route.fulfill({ status: 200, headers: { ...headers, 'content-type': kTypes.html! }, body: index });
  });
  await context.route((asked) => asked.pathname.startsWith('/assets/'), async (route) => {
    const path = dist + new URL(route.request().url()).pathname.slice(1);
    await route.fulfill({ status: existsSync(path) ? 200 : 404, contentType: kTypes[path.split('.').pop()!] ?? '', body: existsSync(path) ? readFileSync(path) : '' });
  });
}

// Everything the browser complains of: errors, broken policies, failed requests for files.
export interface Visit {
  page: Page;
  complaints: string[];
  close(): Promise<void>;
}

export function launch(): Promise<Browser> {
  // A page put in place of the server's has no address on loopback, and Chromium would not let it talk to one that has.
  const features = '--disable-features=LocalNetworkAccessChecks';
  return chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu', features], timeout: 50_000 });
}

export async function visit(browser: Browser, server: Server, hash = '', size = { width: 1280, height: 800 }, colours: 'light' | 'dark' = 'light'): Promise<Visit> {
  const context = await browser.newContext({ viewport: size, colorScheme: colours, reducedMotion: 'reduce' });
  await useLatestBuild(context, server.url);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(server.url + hash);
  await page.locator('footer', { hasText: /Vitrine \d/ }).waitFor(); // the roster has come
  return { page, complaints, close: () => context.close() };
}

const firstBoard = (page: Page) => page.locator('.board cg-board').first();

// The middle of a square, from the board's corner, whichever way it is turned.
async function placeOf(board: Locator, square: string): Promise<{ x: number; y: number }> {
  const { width, height } = (await board.boundingBox())!;
  const black = await board.evaluate((element) => element.closest('.cg-wrap')!.classList.contains('orientation-black'));
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  return { x: (((black ? 7 - file : file) + 0.5) * width) / 8, y: (((black ? rank : 7 - rank) + 0.5) * height) / 8 };
}

// The browser's driver waits until the board stands still: what comes from the server may still push it about.
async function clickSquare(page: Page, square: string): Promise<void> {
  const board = firstBoard(page);
  await board.click({ position: await placeOf(board, square) });
}

export async function clickMove(page: Page, uci: string): Promise<void> {
  await clickSquare(page, uci.slice(0, 2));
  await clickSquare(page, uci.slice(2, 4));
}

export async function dragMove(page: Page, uci: string): Promise<void> {
  const board = firstBoard(page);
  await board.hover({ position: await placeOf(board, uci.slice(0, 2)) });
  await page.mouse.down();
  const corner = (await board.boundingBox())!;
  const target = await placeOf(board, uci.slice(2, 4));
  await page.mouse.move(corner.x + target.x, corner.y + target.y, { steps: 4 });
  await page.mouse.up();
}

export async function newGame(page: Page, opponent: string, fen = ''): Promise<void> {
  await page.getByLabel('Against').selectOption(opponent);
  await page.getByLabel('white', { exact: true }).check();
  await page.getByLabel('From').fill(fen);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('group', { name: 'Moves', exact: true }).waitFor();
}

// A browser and a server for the tests around it. What they open is closed after each, and may not have made the browser
// complain.
export class Cabinet {
  private browser: Browser | undefined;
  private server: Server | undefined;
  private visits: Visit[] = [];

  constructor(environment: Record<string, string> = {}) {
    beforeAll(async () => {
      this.browser = await launch();
      this.server = await Server.start(0, environment);
    });
    afterEach(async () => {
      const visits = this.visits.splice(0);
      for (const one of visits) await one.close();
      for (const one of visits) expect(one.complaints).toEqual([]);
    });
    afterAll(async () => {
      await this.browser?.close();
      await this.server?.stop();
    });
  }

  get url(): string {
    return this.server!.url;
  }

  async open(...place: [hash?: string, size?: { width: number; height: number }, colours?: 'light' | 'dark']): Promise<Page> {
    const opened = await visit(this.browser!, this.server!, ...place);
    this.visits.push(opened);
    return opened.page;
  }

  // The browser notes itself when a request is refused; here that is what was wanted.
  forgive(): void {
    for (const one of this.visits) one.complaints.splice(0);
  }
}

export const moveButton = (page: Page, ply: number) => page.locator(`.move-list [data-ply="${ply}"]`);
