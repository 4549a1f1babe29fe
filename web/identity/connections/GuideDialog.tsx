import { ChevronRight } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { guides } from './guide-display.ts';

/** The steps at the providers that most companies have, in the providers' own words. */
export function GuideDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Guide for your IT department"
      description="The portal is an OpenID Connect client: code flow with PKCE (S256), no implicit flow."
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div translate="no" className="lines-between">
        {guides.map(({ provider, steps, fields }) => (
          <details key={provider} className="group py-2">
            <summary className="flex min-h-11 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
              <ChevronRight size={16} className="transition-transform group-open:rotate-90" />
              {provider}
            </summary>
            <ol className="flex list-decimal flex-col gap-2 py-2 pl-11 text-sm">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <dl className="mb-2 grid gap-x-4 gap-y-1.5 rounded-md bg-background p-4 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
              {fields.map(([field, value]) => (
                <div key={field} className="contents">
                  <dt className="text-muted-foreground">{field}</dt>
                  <dd className="wrap-anywhere max-sm:mb-2">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        ))}
      </div>
    </Dialog>
  );
}
