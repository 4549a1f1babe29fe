import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { SecondFactorSetup as Setup } from '#contract/sign-in.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PanelHeading } from '../accounts/PanelHeading.tsx';
import { useSetUpSecondFactor } from './api.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const SecondFactorSetup = lazy(async () => ({
  default: (await import('./SecondFactorSetup.tsx')).SecondFactorSetup,
}));
const SecondFactorOffDialog = lazy(async () => ({
  default: (await import('./SecondFactorOffDialog.tsx')).SecondFactorOffDialog,
}));

type Step = { kind: 'rest' } | { kind: 'setup'; setup: Setup } | { kind: 'codes'; codes: string[] } | { kind: 'off' };

/** Two-factor authentication: set up in two steps, switched off with the password (SET-10). */
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
            ? 'Signing in asks for a code of your authenticator as well.'
            : 'Asks for a code of an app on your phone when you sign in, beside the password.'
        }
        action={
          isOn ? (
            <div className="flex items-center gap-3">
              <Badge tone="success" icon={<ShieldCheck size={14} />}>
                On
              </Badge>
              <Button variant="outline" size="small" onClick={() => setStep({ kind: 'off' })}>
                Turn Off Two-Factor
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
      <Suspense fallback={null}>
        {step.kind === 'off' ? <SecondFactorOffDialog hasPassword={member.hasPassword} onClose={rest} /> : null}
      </Suspense>
    </div>
  );
}
