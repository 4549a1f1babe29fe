import { endpoint } from './endpoint.ts';
import type { ProgressQuery, ProgressSession, StartSession } from './progress.ts';

export const listSessions = endpoint<{ query: ProgressQuery; reply: ProgressSession[] }>({
  method: 'GET',
  path: '/api/user/sessions',
  caller: 'member',
  summary: "The caller's own progress sessions, last used first; X-Total-Count tells how many there are",
  errors: [],
});

export const startSession = endpoint<{ body: StartSession; reply: ProgressSession }>({
  method: 'POST',
  path: '/api/user/sessions',
  caller: 'member',
  summary: 'Records that the caller opened a resource: one session per member and resource',
  errors: ['catalogue.not-found', 'access.required'],
});
