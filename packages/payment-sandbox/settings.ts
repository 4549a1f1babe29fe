import { randomBytes } from 'node:crypto';

import { newId, newWebhookSecret, randomText } from './ids.ts';
import type { Settings } from './records.ts';
import type { Store } from './store.ts';

/** Makes the keys at the first start; later starts find them in the state. */
export function loadSettings(store: Store): Settings {
  return store.find('settings', 'settings') ?? store.transaction(() => store.put('settings', newSettings()));
}

function newSettings(): Settings {
  return {
    id: 'settings',
    secretKey: `sk_test_sandbox${randomText(40)}`,
    publishableKey: `pk_test_sandbox${randomText(40)}`,
    webhookSecret: newWebhookSecret(),
    defaultEndpoint: newId('we'),
    fingerprintKey: randomBytes(32).toString('hex'),
    clockOffsetSeconds: 0,
  };
}
