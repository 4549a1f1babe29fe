import { LifeBuoy, type LucideIcon, RotateCcw, ScrollText, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePortalConfig } from '#web/platform/config.ts';

/** Notes about the card details, the money, the seller and the support (CHECKOUT-01). */
export function SecurityNotes() {
  return (
    <section aria-labelledby="security-notes" className="mt-8 border-t border-border pt-6">
      <h2 id="security-notes" className="mb-3 font-sans text-sm leading-5 font-semibold tracking-normal">
        Secure payment
      </h2>
      <ul className="flex flex-col gap-3 text-sm text-muted-foreground">
        <Note icon={ShieldCheck}>
          Card details go straight to the payment provider. Your bank may ask you to confirm the payment.
        </Note>
        <Note icon={RotateCcw}>
          You are charged once. If the connection breaks, open this page again: it finds your payment.
        </Note>
        <SellerNote />
        <SupportNote />
      </ul>
    </section>
  );
}

function SellerNote() {
  const { publisher, termsUrl, privacyUrl } = usePortalConfig();
  if (!publisher && !termsUrl && !privacyUrl) return null;
  return (
    <Note icon={ScrollText}>
      {publisher ? <span className="whitespace-pre-line">Sold by {publisher}. </span> : null}
      {termsUrl ? <NoteLink href={termsUrl}>Terms</NoteLink> : null}
      {termsUrl && privacyUrl ? ' · ' : null}
      {privacyUrl ? <NoteLink href={privacyUrl}>Privacy</NoteLink> : null}
    </Note>
  );
}

function SupportNote() {
  const { supportEmail } = usePortalConfig();
  if (!supportEmail) return null;
  return (
    <Note icon={LifeBuoy}>
      Questions? Write to{' '}
      <NoteLink href={`mailto:${supportEmail}`}>
        <span translate="no">{supportEmail}</span>
      </NoteLink>
      .
    </Note>
  );
}

function NoteLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="font-semibold text-primary underline underline-offset-3">
      {children}
    </a>
  );
}

function Note({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon size={16} className="mt-0.5" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
