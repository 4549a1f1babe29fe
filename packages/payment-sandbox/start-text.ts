export type Choices = { port: number; dataDir: string; webhookUrl: string | null };

type Given = { port?: string | undefined; data?: string | undefined; webhook?: string | undefined };

/**
 * Reads the settings from arguments, then from environment variables, then from the defaults.
 * @throws Error with one sentence that names the invalid setting
 */
export function readChoices(given: Given, variables: Record<string, string | undefined>): Choices {
  const port = given.port ?? (variables.SANDBOX_PORT || '4242');
  const webhook = given.webhook ?? (variables.SANDBOX_WEBHOOK_URL || null);
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw new Error(`The port must be a number from 1 to 65535, not "${port}".`);
  }
  if (webhook !== null && !/^https?:$/.test(URL.parse(webhook)?.protocol ?? '')) {
    throw new Error(
      `The webhook address must be a full web address such as http://localhost:3000/webhooks, not "${webhook}".`,
    );
  }
  const dataDir = given.data ?? (variables.SANDBOX_DATA_DIR || '.data/payment-sandbox');
  return { port: Number(port), dataDir, webhookUrl: webhook };
}

type Started = {
  publicUrl: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  webhookUrl: string | null;
  folder: string;
};

/** Builds the text printed after the start: URLs, keys and a test card. */
export function startText(started: Started): string {
  const rows: [name: string, value: string][] = [
    ['API', `${started.publicUrl}/v1`],
    ['Stripe.js', `${started.publicUrl}/v3/stripe.js`],
    ['Secret key', started.secretKey],
    ['Publishable key', started.publishableKey],
    ['Webhook secret', started.webhookSecret],
    ['Webhooks to', started.webhookUrl ?? 'nowhere: name an address with --webhook'],
    ['Card', '4242 4242 4242 4242, any future date and any CVC'],
    ['Data', started.folder],
    ['Stop', 'Ctrl-C'],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(17)}${value}`);
  return `\n  The payment sandbox is ready. No money moves.\n\n${lines.join('\n')}\n\n`;
}
