import { type PaymentSandbox, startPaymentSandbox } from '@rapp/payment-sandbox';
import Stripe from 'stripe';
import { startMailbox } from '#stand-ins/mailbox/server.ts';

export type OutsideServices = {
  sandbox: PaymentSandbox;
  /** Stripe's own SDK at the sandbox, for an operator's actions in Stripe's dashboard. */
  stripe: Stripe;
  smtpUrl: string;
  close(): Promise<void>;
};

/** Starts the stand-ins of a production portal's payment provider and mail server, each on a port of its own. */
export async function startOutsideServices(dataDir: string): Promise<OutsideServices> {
  const webhookUrl = 'http://127.0.0.1:9/';
  const sandbox = await startPaymentSandbox({ dataDir, webhookUrl, publicPath: '', log: () => {} });
  const stripe = new Stripe(sandbox.secretKey, { host: '127.0.0.1', port: sandbox.port, protocol: 'http' });
  const mailbox = await startMailbox({ dataDir, productName: 'RAPP Learning' });
  return {
    sandbox,
    stripe,
    smtpUrl: mailbox.smtpUrl,
    close: async () => {
      await mailbox.close();
      await sandbox.close();
    },
  };
}
