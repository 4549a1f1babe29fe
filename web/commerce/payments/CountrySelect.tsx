import { countries } from '#contract/commerce/payments.ts';
import { Select, type SelectProps } from '#web/ui/Select.tsx';
import { countryName } from './display.ts';

/** Select with every country that Stripe accepts. */
export function CountrySelect(props: Omit<SelectProps, 'children'>) {
  return (
    <Select autoComplete="country" {...props}>
      <option value="">Choose a country</option>
      {namedCountries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}

const namedCountries = countries
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'));
