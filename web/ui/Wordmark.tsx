import { shapePath } from '#contract/shapes.ts';
import { pictureAddress } from './picture-address.ts';

export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" className="block flex-none">
      <path d={shapePath('keystone', 1, 1, 12)} fill="var(--responsible)" />
      <path d={shapePath('leaf', 15, 1, 12)} fill="var(--adaptive)" />
      <path d={shapePath('circle', 1, 15, 12)} fill="var(--people)" />
      <path d={shapePath('diamond', 14.4, 14.4, 13.2)} fill="var(--purpose)" />
    </svg>
  );
}

/** The portal's name and its logos, as in the configuration. */
export type NamedPortal = { productName: string; brand: { logoUrl: string | null; darkLogoUrl: string | null } };

/** The portal's logo and name, for the inside of a link. */
export function Wordmark({ portal, size = 26 }: { portal: NamedPortal; size?: number }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 font-display text-lg leading-6 font-semibold tracking-[-0.01em] text-foreground">
      <PortalLogo brand={portal.brand} size={size} />
      <span className="min-w-0 wrap-anywhere">{portal.productName}</span>
    </span>
  );
}

/** The publisher's logo for the theme, or the mark of four shapes. The name beside it replaces an alternative text. */
function PortalLogo({ brand: { logoUrl, darkLogoUrl }, size }: Pick<NamedPortal, 'brand'> & { size: number }) {
  if (logoUrl === null && darkLogoUrl === null) return <Logo size={size} />;
  const image = (url: string, className: string) => (
    <img
      src={pictureAddress(url)}
      alt=""
      className={`max-w-40 object-contain ${size > 24 ? 'h-6.5' : 'h-6'} ${className}`}
    />
  );
  return (
    <>
      {logoUrl === null ? (
        <span className="dark:hidden">
          <Logo size={size} />
        </span>
      ) : (
        image(logoUrl, darkLogoUrl === null ? 'block' : 'block dark:hidden')
      )}
      {darkLogoUrl === null ? null : image(darkLogoUrl, 'hidden dark:block')}
    </>
  );
}
