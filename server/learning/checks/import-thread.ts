import { respondInThread } from '#server/platform/threads/threads.ts';
import { previewOf } from './import-rules.ts';

await respondInThread(previewOf);
