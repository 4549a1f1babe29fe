const nothing = { email: '', firstName: '', lastName: '', organization: '' };

let kept = nothing;

/** Returns the input of the forms, to restore it after a visit to another tab or page (AUTH-11); never the password. */
export const typed = () => kept;

export function keepTyped(fields: Partial<typeof nothing>): void {
  kept = { ...kept, ...fields };
}

export function forgetTyped(): void {
  kept = nothing;
}
