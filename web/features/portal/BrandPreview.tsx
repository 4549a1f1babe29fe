import { useQuery } from '@tanstack/react-query';
import { Check, CreditCard, LayoutDashboard, Library, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { BrandTones } from '#contract/portal-admin.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Logo } from '../../ui/Wordmark.tsx';
import { usualTagline } from '../sign-in/display.ts';
import { brandTones } from './api.ts';
import type { SettingsValues } from './display.ts';
import { useColour } from './use-colour.ts';

/** What the colour in the form makes of the portal, in both themes, before it is saved (SETUP-05). */
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

/** The colours as variables of an element, which those below it take. */
function variablesOf(colours: BrandTones['light']): CSSProperties {
  return Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value]));
}

const chip = 'inline-flex min-h-7 items-center gap-1.5 rounded-md border px-2 text-xs font-medium';

type MiniatureProps = { theme: 'Light' | 'Dark'; colours: BrandTones['light']; name: string; tagline: string };

/** A small picture of a screen: nothing in it can be pressed. */
function Miniature({ theme, colours, name, tagline }: MiniatureProps) {
  const entry = 'flex items-center gap-1.5 rounded-sm px-1.5 py-1 whitespace-nowrap';
  return (
    <figure
      style={variablesOf(colours)}
      className={`${theme === 'Dark' ? 'dark' : ''} grid grid-cols-[8.5rem_minmax(0,1fr)] overflow-hidden rounded-lg border border-border bg-background text-xs text-foreground`}
    >
      <figcaption className="sr-only">Preview, {theme}</figcaption>
      <div className="flex flex-col gap-0.5 border-r border-border bg-sidebar px-2 py-2.5 text-sidebar-foreground">
        <span className="mb-1.5 flex items-center gap-1.5 px-1 font-display text-xs font-semibold text-foreground">
          <Logo size={16} />
          <span className="truncate">{name}</span>
        </span>
        <span className={entry}>
          <LayoutDashboard size={14} />
          Dashboard
        </span>
        <span className={`${entry} bg-sidebar-accent font-semibold text-sidebar-accent-foreground`}>
          <Library size={14} />
          Browse
        </span>
        <span className={entry}>
          <CreditCard size={14} />
          Billing
        </span>
      </div>
      <div className="grid min-w-0 gap-3 p-3.5">
        <div className="flex items-baseline justify-between gap-2">
          <b className="font-display text-base font-semibold">Browse Resources</b>
          <span className="text-muted-foreground">{theme}</span>
        </div>
        <div className="flex flex-wrap gap-2">
          <span className={`${chip} border-input bg-card`}>
            Report
            <X size={12} />
          </span>
          <span className={`${chip} border-primary bg-accent text-accent-foreground`}>
            <Check size={12} />
            Responsible
          </span>
        </div>
        <div className="grid gap-2.5 rounded-md border border-border bg-card p-3">
          <span className="flex min-w-0 items-baseline justify-between gap-2 whitespace-nowrap">
            <b className="truncate font-semibold">Supplier checks</b>
            <span className="font-semibold text-primary underline underline-offset-3">Learn More</span>
          </span>
          <span className="block h-1.5 overflow-hidden rounded-full bg-[var(--progress-track)]">
            <span className="block h-full w-3/5 bg-progress" />
          </span>
        </div>
        <div className="flex gap-3 pb-0.5">
          <span className="rounded-sm bg-primary px-3 py-1.5 font-semibold text-primary-foreground outline-2 outline-offset-2 outline-ring">
            Subscribe
          </span>
          <span className="rounded-sm border border-input bg-card px-3 py-1.5 font-semibold">Save</span>
        </div>
      </div>
      <div className="col-span-2 flex items-baseline justify-between gap-3 bg-brand px-3.5 py-2.5 text-on-brand">
        <span className="min-w-0 truncate font-display text-sm font-semibold">{tagline}</span>
        <span className="whitespace-nowrap text-on-brand-muted">Brand field</span>
      </div>
    </figure>
  );
}

function Contrasts({ contrasts }: Pick<BrandTones, 'contrasts'>) {
  const figure = (contrast: number) => (
    <td className="py-1.5 text-right">
      <Check size={14} className="mr-1 inline text-success-text" />
      {contrast.toFixed(1)}
    </td>
  );
  return (
    <Card isPadded={false} className="px-5 py-3">
      <table className="w-full text-xs tabular-nums">
        <caption className="sr-only">Contrast of the derived tones</caption>
        <thead className="text-muted-foreground">
          <tr className="border-b border-border">
            <th scope="col" className="py-1.5 text-left font-semibold">
              Contrast
            </th>
            <th scope="col" className="py-1.5 text-right font-semibold">
              Light
            </th>
            <th scope="col" className="py-1.5 text-right font-semibold">
              Dark
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {contrasts.map(({ name, least, light, dark }) => (
            <tr key={name}>
              <th scope="row" className="py-1.5 text-left font-normal">
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
