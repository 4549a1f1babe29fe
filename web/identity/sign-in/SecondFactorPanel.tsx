import { Copy, Download, ShieldCheck } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { SecondFactorSetup as Setup } from '#contract/identity/sign-in.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { saveText } from '#web/platform/download.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { toast } from '#web/platform/toast.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PanelHeading } from '../accounts/PanelHeading.tsx';
import { useSetUpSecondFactor } from './security-api.ts';

const SecondFactorSetup = lazyPart(async () => (await import('./SecondFactorSetup.tsx')).SecondFactorSetup);
const offDialog = lazyDialog(async () => (await import('./SecondFactorOffDialog.tsx')).SecondFactorOffDialog);

type Step = { kind: 'rest' } | { kind: 'setup'; setup: Setup } | { kind: 'codes'; codes: string[] } | { kind: 'off' };

/** Two-factor authentication: set up in two steps, switched off with the proofs of the account (SET-10). */
export function SecondFactorPanel({ member }: { member: CurrentUser }) {
  const [step, setStep] = useState<Step>({ kind: 'rest' });
  const setUp = useSetUpSecondFactor();
  const isOn = member.twoFactorEnabled;
  const rest = () => setStep({ kind: 'rest' });
  return (
    <div>
      <PanelHeading
        title="Two-factor authentication"
        description={
          isOn
            ? 'When you sign in, you also enter a code from your authenticator app.'
            : 'When you sign in, you enter a code from an app on your phone as well as your password.'
        }
        action={
          isOn ? (
            <div className="flex items-center gap-3">
              <Badge tone="success" icon={<ShieldCheck size={14} />}>
                On
              </Badge>
              <Button {...offDialog.near} variant="outline" size="small" onClick={() => setStep({ kind: 'off' })}>
                Turn off two-factor
              </Button>
            </div>
          ) : step.kind === 'rest' ? (
            <Button
              variant="outline"
              size="small"
              isBusy={setUp.isPending}
              onClick={() => setUp.mutate(undefined, { onSuccess: (setup) => setStep({ kind: 'setup', setup }) })}
            >
              Enable Two-Factor
            </Button>
          ) : null
        }
      />
      <Suspense fallback={<Skeleton className="mt-4 h-48 w-full" />}>
        {step.kind === 'setup' ? (
          <SecondFactorSetup
            setup={step.setup}
            onCancel={rest}
            onEnabled={(codes) => setStep({ kind: 'codes', codes })}
          />
        ) : null}
        {step.kind === 'codes' ? <RecoveryCodes codes={step.codes} onDone={rest} /> : null}
      </Suspense>
      {step.kind === 'off' ? <offDialog.Dialog account={member} onClose={rest} /> : null}
    </div>
  );
}

/** The recovery codes, shown this once. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { productName } = usePortalConfig();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ title: 'Recovery codes copied', tone: 'success' });
    } catch {
      toast({ title: 'The codes could not be copied', description: 'Please write them down.', tone: 'destructive' });
    }
  }

  return (
    <div className="mt-4 flex flex-col gap-4">
      <Banner tone="warning">
        <h4 ref={heading} tabIndex={-1} className="font-semibold">
          Save your recovery codes
        </h4>
        <p className="mt-1">
          Each signs you in once when you do not have your authenticator. They are shown only once.
        </p>
      </Banner>
      <ul
        translate="no"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border border-border p-4 font-mono text-sm sm:grid-cols-5"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" onClick={() => void copy()}>
          <Copy size={16} />
          Copy codes
        </Button>
        <Button
          variant="outline"
          size="small"
          onClick={() =>
            saveText(
              'recovery-codes.txt',
              'text/plain;charset=utf-8',
              `${productName} recovery codes\n\n${codes.join('\n')}\n`,
            )
          }
        >
          <Download size={16} />
          Download codes
        </Button>
        <Button size="small" onClick={onDone} className="sm:ml-auto">
          I have saved them
        </Button>
      </div>
    </div>
  );
}
