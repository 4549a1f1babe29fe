import { respondInThread } from '#server/platform/threads/threads.ts';
import { decideShown } from './round-privacy-rules.ts';

await respondInThread(decideShown);
