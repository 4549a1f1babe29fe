import { respondInThread } from '#server/platform/threads/threads.ts';
import { printEvidence } from './evidence-pdf.ts';

await respondInThread(printEvidence);
