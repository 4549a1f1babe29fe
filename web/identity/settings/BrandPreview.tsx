import { useQuery } from '@tanstack/react-query';
import { Check, CreditCard, LayoutDashboard, Library, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { BrandTones } from '#contract/identity/settings-admin.ts';
import { Card } from '#web/ui/Card.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Logo } from '#web/ui/Wordmark.tsx';
import { usualTagline } from '../sign-in/tagline-display.ts';
import { brandTones } from './api.ts';
import { useColour } from './BrandFields.tsx';
import type { SettingsValues } from './display.ts';

/** Previews the portal in the colour of the form, in both themes, before the colour is saved (SETUP-05). */
export function BrandPreview() {
  const { control } = useFormContext<SettingsValues>();
  const [name, tagline] = useWatch({ control, name: ['productName', 'tagline'] });
  const { data, isPending, isFetching, refetch } = useQuery(brandTones(useColour()));
  if (isPending) return <Skeleton className="h-120 w-full rounded-lg!" />;
  if (!data) {
    return <LoadError title="The preview did not load" isBusy={isFetching} onRetry={() => void refetch()} />;
  }
  const words = { name: name || 'Your portal', tagline: tagline || usualTagline };
  return (
    <>
      <Miniature theme="Light" colours={data.light} {...words} />
      <Miniature theme="Dark" colours={data.dark} {...words} />
      <Contrasts contrasts={data.contrasts} />
    </>
  );
}

/** Returns the colours as CSS variables of an element, which its descendants inherit. */
function variablesOf(colours: BrandTones['light']): CSSProperties {
  return Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value]));
}

type MiniatureProps = { theme: 'Light' | 'Dark'; colours: BrandTones['light']; name: string; tagline: string };

/** A small picture of a screen: nothing in it can be pressed. */
function Miniature({ theme, colours, name, tagline }: MiniatureProps) {
  const entry = 'miniature-entry';
  return (
    <figure style={variablesOf(colours)} className={theme === 'Dark' ? 'miniature dark' : 'miniature'}>
      <figcaption className="sr-only">Preview, {theme}</figcaption>
      <div className="miniature-sidebar">
        <span className="miniature-name">
          <Logo size={16} />
          <span className="truncate">{name}</span>
        </span>
        <span className={entry}>
          <LayoutDashboard size={14} />
          Dashboard
        </span>
        <span className={`${entry} is-current`}>
          <Library size={14} />
          Browse
        </span>
        <span className={entry}>
          <CreditCard size={14} />
          Billing
        </span>
      </div>
      <div className="miniature-main">
        <div className="miniature-line">
          <b className="miniature-title">Browse Resources</b>
          <span className="text-muted-foreground">{theme}</span>
        </div>
        <div className="flex flex-wrap gap-2">
          <span className="miniature-chip">
            Report
            <X size={12} />
          </span>
          <span className="miniature-chip is-chosen">
            <Check size={12} />
            Responsible
          </span>
        </div>
        <div className="miniature-card">
          <span className="miniature-line">
            <b className="truncate font-semibold">Supplier checks</b>
            <span className="miniature-link">Learn More</span>
          </span>
          <span className="miniature-progress">
            <span />
          </span>
        </div>
        <div className="flex gap-3">
          <span className="miniature-button is-main">Subscribe</span>
          <span className="miniature-button">Save</span>
        </div>
      </div>
      <div className="miniature-brand">
        <span className="truncate">{tagline}</span>
        <span className="miniature-note">Brand field</span>
      </div>
    </figure>
  );
}

function Contrasts({ contrasts }: Pick<BrandTones, 'contrasts'>) {
  const figure = (contrast: number) => (
    <td>
      <Check size={14} />
      {contrast.toFixed(1)}
    </td>
  );
  return (
    <Card isPadded={false}>
      <table className="brand-contrasts">
        <caption className="sr-only">Contrast of the derived tones</caption>
        <thead>
          <tr>
            <th scope="col">Contrast</th>
            <th scope="col">Light</th>
            <th scope="col">Dark</th>
          </tr>
        </thead>
        <tbody>
          {contrasts.map(({ name, least, light, dark }) => (
            <tr key={name}>
              <th scope="row">
                {name} <span className="text-muted-foreground">≥ {least}</span>
              </th>
              {figure(light)}
              {figure(dark)}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
