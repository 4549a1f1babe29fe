/** Vitest's setup file: properties of fast-check draw the values of the run's seed. */
import fc from 'fast-check';
import { seed } from './seed.ts';

fc.configureGlobal({ seed });
