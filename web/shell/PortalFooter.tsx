import type { PortalConfig } from '#contract/portal.ts';
import { usePortalConfig } from '../platform/config.ts';

/** Help, terms, privacy and the seller's name, as far as this portal has them. */
export function PortalFooter() {
  const config = usePortalConfig();
  const links = linksOf(config);
  if (links.length === 0 && !config.publisher) return null;
  return (
    <footer className="mx-auto flex w-full max-w-[calc(69rem+5rem)] flex-wrap justify-between gap-x-8 gap-y-3 border-t border-border px-4 py-6 text-sm text-muted-foreground lg:px-10">
      {config.publisher ? <p>{config.publisher}</p> : null}
      {links.length > 0 ? (
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map(({ label, href }) => (
            <li key={label}>
              <a href={href} className="inline-flex min-h-6 items-center underline-offset-3 hover:underline">
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </footer>
  );
}

function linksOf({ supportEmail, termsUrl, privacyUrl }: PortalConfig) {
  return [
    { label: 'Support', href: supportEmail && `mailto:${supportEmail}` },
    { label: 'Terms', href: termsUrl },
    { label: 'Privacy', href: privacyUrl },
  ].flatMap(({ label, href }) => (href ? [{ label, href }] : []));
}
