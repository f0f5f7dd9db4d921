import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

// chessground ships its pieces as data: URIs, which our Content-Security-Policy (default-src 'self') forbids. They
// become files of their own, hashed like every other asset.
function piecesAsFiles(): Plugin {
  return {
    name: 'pieces-as-files',
    config() {
      const here = dirname(fileURLToPath(import.meta.url));
      const assets = join(here, 'node_modules/chessground/assets');
      const folder = join(here, 'src/generated');
      mkdirSync(folder, { recursive: true });
      const css = readFileSync(join(assets, 'chessground.cburnett.css'), 'utf8');
      const selector = /piece\.(\w+)\.(\w+)[^{]*\{[^}]*?url\(['"]data:image\/svg\+xml;base64,([^'"]+)['"]\)/g;
      let rules = '';
      for (const [, role, colour, data] of css.matchAll(selector)) {
        writeFileSync(join(folder, `${colour}-${role}.svg`), Buffer.from(data!, 'base64'));
        rules += `.cg-wrap piece.${role}.${colour}, .piece.${role}.${colour} { background-image: url('./${colour}-${role}.svg'); }\n`;
      }
      if (rules.split('\n').length !== 13) throw new Error('chessground.cburnett.css does not hold twelve pieces');
      writeFileSync(join(folder, 'pieces.css'), rules);
    },
  };
}

const target = process.env.VITRINE_SERVER ?? 'http://127.0.0.1:8765';

export default defineConfig({
  plugins: [piecesAsFiles(), svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    host: '127.0.0.1',
    // The server checks Host and Origin: through the proxy both have to be its own.
    proxy: {
      '/api': { target, changeOrigin: true, headers: { origin: target } },
      '/live': { target, changeOrigin: true, ws: true, headers: { origin: target } },
    },
  },
});
