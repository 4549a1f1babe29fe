import { respondInThread } from '#server/platform/threads/threads.ts';
import { makeRoundReport } from './round-report.ts';

await respondInThread(makeRoundReport);
