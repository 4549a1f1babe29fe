/** Setup file of Vitest: properties of fast-check draw their values from the run's seed. */
import fc from 'fast-check';
import { seed } from './seed.ts';

fc.configureGlobal({ seed });
