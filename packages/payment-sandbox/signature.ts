import { createHmac } from 'node:crypto';

/**
 * The header Stripe signs webhooks with: `t=<unix>,v1=<hex>`, one v1 for each secret that is valid.
 * @param timestamp real seconds, even when the sandbox's clock was moved: receivers refuse old signatures
 */
export function signatureHeader(body: string, secrets: readonly string[], timestamp: number): string {
  const sign = (secret: string) => createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return [`t=${timestamp}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(',');
}
