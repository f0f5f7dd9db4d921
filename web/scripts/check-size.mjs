// The whole page, gzipped, stays under 250 kB: what a phone on a slow network can wait for. Fails the build above it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const limit = 250 * 1000;
const dist = new URL('../dist/', import.meta.url).pathname;

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

let total = 0;
for (const path of files(dist)) total += gzipSync(readFileSync(path), { level: 9 }).length;
const page = readFileSync(join(dist, 'index.html'), 'utf8');
if (/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/.test(page)) {
  console.error('index.html holds inline script or style, which the server forbids');
  process.exit(1);
}
console.log(`dist: ${(total / 1000).toFixed(1)} kB gzipped (limit ${limit / 1000} kB)`);
if (total > limit) process.exit(1);
