import { respondInThread } from '#server/platform/threads/threads.ts';
import { makeReport } from './report.ts';

await respondInThread(makeReport);
