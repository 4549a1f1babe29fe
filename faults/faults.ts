import { f01 } from './f01-killed-app.ts';
import { f02 } from './f02-killed-database.ts';
import { f04 } from './f04-webhooks.ts';
import { f11 } from './f11-one-code.ts';
import { f12 } from './f12-bought-twice.ts';
import type { Fault } from './fault.ts';

/** Every fault, in the order in which they are tried. */
export const faults: readonly Fault[] = [f01, f02, f04, f11, f12];
