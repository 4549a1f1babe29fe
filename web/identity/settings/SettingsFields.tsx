import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { settingLimits } from '#contract/identity/settings-admin.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCard, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TagInput } from '#web/ui/TagInput.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { fieldLabels, registrationNames, type SettingsValues } from './display.ts';

/** The fields that environment variables set. */
type Fixed = { fixed: readonly string[] };

type SectionProps = { title: string; about: string; children: ReactNode };

export function Section({ title, about, children }: SectionProps) {
  return (
    <Card>
      <h2>{title}</h2>
      <p className="mt-1 mb-5 text-sm text-muted-foreground">{about}</p>
      {children}
    </Card>
  );
}

type TextName =
  | Exclude<keyof typeof settingLimits, 'publisherAddress' | 'signInText'>
  | 'supportEmail'
  | 'termsUrl'
  | 'privacyUrl';

type TextFieldProps = Fixed & {
  name: TextName;
  hint?: string;
  isOptional?: boolean;
  type?: string;
  className?: string;
};

function TextField({ fixed, name, hint, isOptional, type = 'text', className }: TextFieldProps) {
  const { register, formState } = useFormContext<SettingsValues>();
  const isFixed = fixed.includes(name);
  return (
    <Field
      label={fieldLabels[name]}
      hint={hint}
      isOptional={isOptional}
      error={formState.errors[name]?.message}
      className={className}
    >
      <TextInput
        {...register(name)}
        type={type}
        autoComplete="off"
        readOnly={isFixed}
        className={isFixed ? 'is-fixed' : ''}
        trailing={isFixed ? <FixedBadge /> : null}
      />
    </Field>
  );
}

function FixedBadge() {
  return <Badge icon={<Lock size={14} />}>Set by the operator</Badge>;
}

/** Returns the length of a text, such as "36 of 140 characters". */
function useLength(name: 'tagline' | 'signInText'): string {
  const text = useWatch<SettingsValues, typeof name>({ name });
  return `${text?.length ?? 0} of ${settingLimits[name]} characters`;
}

export function TextFields({ fixed }: Fixed) {
  const { register, formState } = useFormContext<SettingsValues>();
  return (
    <Section title="Name and text" about="Shown on the sign-in screen, public pages, emails and receipts.">
      <div className="settings-grid">
        <TextField name="productName" fixed={fixed} />
        <TextField name="supportEmail" type="email" isOptional fixed={fixed} />
        <TextField name="tagline" isOptional hint={useLength('tagline')} className="settings-wide" fixed={fixed} />
        <Field
          label={fieldLabels.signInText}
          isOptional
          hint={useLength('signInText')}
          error={formState.errors.signInText?.message}
          className="settings-wide"
        >
          <Textarea rows={3} {...register('signInText')} />
        </Field>
        <TextField name="termsUrl" type="url" isOptional className="settings-wide" fixed={fixed} />
        <TextField name="privacyUrl" type="url" isOptional className="settings-wide" fixed={fixed} />
      </div>
    </Section>
  );
}

export function PublisherFields({ fixed }: Fixed) {
  const { register, formState } = useFormContext<SettingsValues>();
  return (
    <Section title="Publisher" about="Printed on receipts and invoices. Public pages show the name only.">
      <div className="settings-grid">
        <TextField name="publisherName" isOptional fixed={fixed} />
        <TextField name="publisherTaxId" isOptional fixed={fixed} />
        <Field
          label={fieldLabels.publisherAddress}
          isOptional
          error={formState.errors.publisherAddress?.message}
          className="settings-wide"
        >
          <Textarea rows={3} {...register('publisherAddress')} />
        </Field>
      </div>
    </Section>
  );
}

export function PublicPageFields({ fixed }: Fixed) {
  const page = (name: 'catalogueIsPublic' | 'assessmentIsPublic', about: string) => (
    <SettingSwitch name={name} about={about} isFixed={fixed.includes(name)} />
  );
  return (
    <Section title="Public pages" about="Pages that visitors may open without an account.">
      <div className="settings-switches">
        {page('catalogueIsPublic', 'Listed resources with prices, found by search engines. Paid content stays closed.')}
        {page('assessmentIsPublic', 'Visitors get a quick result. Nothing they answer is stored.')}
      </div>
    </Section>
  );
}

type SettingSwitchProps = {
  name: 'catalogueIsPublic' | 'assessmentIsPublic' | 'unknownOrganisationsInvite' | 'assistantsMayConnect';
  about: string;
  isFixed: boolean;
};

function SettingSwitch({ name, about, isFixed }: SettingSwitchProps) {
  return (
    <Controller<SettingsValues, typeof name>
      name={name}
      render={({ field: { value, onChange, ...field } }) => (
        <Switch
          {...field}
          label={fieldLabels[name]}
          checked={value === true}
          disabled={isFixed}
          onChange={(event) => onChange(event.target.checked)}
          description={
            <>
              {about}
              {isFixed ? (
                <span className="mt-2 block">
                  <FixedBadge />
                </span>
              ) : null}
            </>
          }
        />
      )}
    />
  );
}

export function InvitationFields() {
  return (
    <Section
      title="Invitations by organisations"
      about="Organisations that you have confirmed, or that have verified a domain, can always invite people."
    >
      <SettingSwitch
        name="unknownOrganisationsInvite"
        about="Each member of another organisation can invite 50 people a day. The emails do not name the organisation in their subject."
        isFixed={false}
      />
    </Section>
  );
}

export function AssistantFields() {
  return (
    <Section title="Assistants" about="Assistants such as Claude and ChatGPT, which answer from what they read here.">
      <SettingSwitch
        name="assistantsMayConnect"
        about="An assistant reads what its member can open, also paid content, and sends it to the assistant's provider."
        isFixed={false}
      />
    </Section>
  );
}

export function RegistrationFields() {
  const { register, formState } = useFormContext<SettingsValues>();
  const registration = useWatch<SettingsValues, 'registration'>({ name: 'registration' });
  return (
    <Section title="Registration" about="Who may create an account. Existing members are not affected.">
      <RadioGroup legend="Registration" isLegendHidden>
        <div className="flex flex-col gap-2.5">
          {Object.entries(registrationNames).map(([value, label]) => (
            <RadioCard key={value} label={label} value={value} {...register('registration')} />
          ))}
        </div>
      </RadioGroup>
      {registration === 'domains' ? (
        <Controller<SettingsValues, 'registrationDomains'>
          name="registrationDomains"
          render={({ field }) => (
            <Field
              label={fieldLabels.registrationDomains}
              hint="The part of an address after the @, such as northmere.example."
              error={formState.errors.registrationDomains?.message ?? domainError(formState.errors.registrationDomains)}
              className="mt-5"
            >
              <TagInput
                value={field.value ?? []}
                onChange={field.onChange}
                onBlur={field.onBlur}
                noun="domain"
                autoCapitalize="none"
                spellCheck={false}
              />
            </Field>
          )}
        />
      ) : null}
    </Section>
  );
}

export function SynonymFields() {
  const { formState } = useFormContext<SettingsValues>();
  const errors = formState.errors.searchSynonyms;
  return (
    <Section title="Search" about="Other words that members type for words in the catalogue.">
      <Controller<SettingsValues, 'searchSynonyms'>
        name="searchSynonyms"
        render={({ field: { value, onChange, ...field } }) => (
          <Field
            label={fieldLabels.searchSynonyms}
            hint="One per line: what is typed, an equals sign, what is found, such as GDPR = data protection, privacy."
            error={errors?.message ?? entryError(errors)}
          >
            <Textarea
              {...field}
              rows={8}
              spellCheck={false}
              value={value?.join('\n') ?? ''}
              onChange={(event) => onChange(event.target.value.split('\n'))}
            />
          </Field>
        )}
      />
    </Section>
  );
}

/** The fields of the offer to members who are about to cancel (SUBSCR-24). */
export function CancelOfferFields() {
  const { register, formState } = useFormContext<SettingsValues>();
  const number = { type: 'number', min: 1, step: 1, inputMode: 'numeric' } as const;
  return (
    <Section
      title="Offer to members who cancel"
      about="Shown once to a paying member who names a reason for cancelling. A payment of the annual plan is a whole year."
    >
      <div className="settings-grid">
        <Field
          label={fieldLabels.cancelOfferPercent}
          isOptional
          hint="1 to 100. Left empty, no offer is made."
          error={formState.errors.cancelOfferPercent?.message}
        >
          <TextInput {...number} max={100} {...register('cancelOfferPercent')} />
        </Field>
        <Field
          label={fieldLabels.cancelOfferPayments}
          hint="1 to 12 payments, beginning with the next one."
          error={formState.errors.cancelOfferPayments?.message}
        >
          <TextInput {...number} max={12} {...register('cancelOfferPayments')} />
        </Field>
      </div>
    </Section>
  );
}

/** Returns the error of the first wrong entry, with its line, because the errors of a list are at its entries. */
function entryError(errors: unknown): string | undefined {
  if (!Array.isArray(errors)) return undefined;
  const index = errors.findIndex((error) => error?.message);
  return index === -1 ? undefined : `Line ${index + 1}: ${errors[index].message}`;
}

/** Returns the error of the first wrong domain, because the errors of a list are at its entries. */
function domainError(errors: unknown): string | undefined {
  if (!Array.isArray(errors)) return undefined;
  return errors.find((error) => error?.message)?.message;
}
