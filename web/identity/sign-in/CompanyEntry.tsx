import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { domainOfAddress } from '#contract/email-addresses.ts';
import { ForgotPasswordForm as AddressShape } from '#contract/identity/sign-in-forms.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { usePage } from '#web/platform/page.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { leaveForCompany, useFindCompany } from './company-api.ts';
import { keepTyped, typed } from './typed-entry.ts';

/**
 * Asks for the email address, whose domain leads to the company's provider (SSO-09). An email address in the page's URL
 * is looked up at once.
 * @param back the page that is opened after signing in
 */
export function CompanyEntry({ back }: { back: string }) {
  const { email: given } = useSearch({ strict: false });
  const [unknown, setUnknown] = useState<string | null>(null);
  const finding = useFindCompany();
  usePage('Continue with your company');
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: AddressShape,
    defaultValues: { email: given ?? typed().email },
    send: async ({ email }) => {
      setUnknown(null);
      keepTyped({ email });
      const { connection } = await finding.mutateAsync(email);
      if (connection) leaveForCompany(connection.startAddress, back);
      else setUnknown(domainOfAddress(email));
    },
    failureAt: () => 'root',
  });

  const lookUp = useEffectEvent(() => void onSubmit());
  useEffect(() => {
    if (given) lookUp();
  }, [given]);

  return (
    <>
      <PageHeading
        title="Continue with your company"
        subtitle="Enter your work address. If your company has set it up, its own sign-in opens."
        className="mb-0!"
      />
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <Field label="Work email" error={formState.errors.email?.message}>
          <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
        </Field>
        {formState.errors.root?.message ? (
          <Banner tone="danger" role="alert">
            {formState.errors.root.message}
          </Banner>
        ) : null}
        {unknown ? (
          <Banner tone="warning" role="alert">
            No company sign-in is set up for {unknown}. Sign in with your password, or ask your company.
          </Banner>
        ) : null}
        <Button type="submit" isBlock isBusy={isBusy || finding.data?.connection != null}>
          Continue
        </Button>
        <Link to={back === '/' ? '/auth' : back} className={buttonClasses({ variant: 'outline', isBlock: true })}>
          Sign in another way
        </Link>
      </form>
    </>
  );
}
