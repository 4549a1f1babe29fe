import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DemoDocument } from './documents/document.ts';

/** Files of `npm run demo:files`. */
export const demoFilesFolder = path.join(import.meta.dirname, 'files');

export const documentFileName = ({ key, format }: Pick<DemoDocument, 'key' | 'format'>) => `${key}.${format}`;

export const slideFileName = (key: string, index: number) => `${key}-${index + 1}.png`;

export const readDemoFile = (name: string) => readFile(path.join(demoFilesFolder, name));
