import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const demoFilesFolder = path.join(import.meta.dirname, 'files');

/** Returns the name of a resource's document; null for a resource without one. */
export const documentFileNameOf = (key: string) =>
  readdirSync(demoFilesFolder).find((name) => path.parse(name).name === key) ?? null;

/** Size of every slide in pixels. */
export const slideSize = { width: 1200, height: 675 };

export const slideFileName = (key: string, index: number) => `${key}-${index + 1}.png`;

export const readDemoFile = (name: string) => readFile(path.join(demoFilesFolder, name));
