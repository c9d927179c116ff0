import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, startTransition, useEffect, useRef, useState } from "react";
import { calls, paths } from "../../paths.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { noteRegistration } from "../../forms/just-registered.ts";
import { LoginForm } from "./login-form.tsx";
import { accountCreated, welcomeBack } from "../../forms/account-messages.ts";
import { RegisterForm } from "./register-form.tsx";
import { textsOf } from "../../forms/use-form.ts";
import { goOnTo } from "../../hydration/navigation.ts";
import { toastAfterNavigation } from "../../toasts/toasts.ts";

export type AccountMode = "login" | "register";

export interface AccountCardProps {
  readonly mode: AccountMode;
  /** Nobody registers without an invitation. */
  readonly isByInvitation?: boolean;
  readonly programName: string;
  readonly cadreCodeRequired: boolean;
  readonly passwordMinLength: number;
  /** What was sent and refused, when the form came back without script. */
  readonly sent?: FormState;
}

/** How long the page stays after an account was made. */
const registeredMs = 100;

/** Login and registration, one of them at a time. */
export function AccountCard(props: AccountCardProps) {
  const { mode: first, programName, cadreCodeRequired, passwordMinLength, sent } = props;
  const [mode, setMode] = useState(first);
  const [typed, setTyped] = useState(emptyForm);
  const card = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(mode);
  const [isLookingUp, setLookingUp] = useState(false);
  const queryClient = useQueryClient();

  useEffect(() => {
    // The link that was followed is gone: the focus goes on from the top of the other form.
    if (shown.current !== mode) title.current?.focus();
    shown.current = mode;
  }, [mode]);

  function handleSwitch(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    const form = card.current?.querySelector("form");
    // What was typed goes with them to the other form, and back; passwords do not.
    const { password: _, cadreCode: __, ...texts } = form ? textsOf(form) : {};
    // The touch is seen at once; a whole form takes longer.
    startTransition(() => {
      setTyped(({ values }) => ({ ...emptyForm, values: { ...values, ...texts } }));
      setMode(mode === "login" ? "register" : "login");
    });
  }

  async function refreshUser() {
    setLookingUp(true);
    // Whatever it answers: the next page asks the server who is signed in.
    await queryClient.prefetchQuery({ queryKey: [calls.user], staleTime: 0 });
  }

  async function handleLogin() {
    await refreshUser();
    toastAfterNavigation(welcomeBack);
    goOnTo(paths.home());
  }

  async function handleRegistration() {
    await refreshUser();
    toastAfterNavigation(accountCreated(programName));
    noteRegistration();
    setTimeout(() => goOnTo(paths.home()), registeredMs);
  }

  const initial = typed === emptyForm ? sent : typed;
  return (
    <section ref={card} id="account" className="card account" aria-labelledby="account-title">
      {isLookingUp ? <Spinner label="Loading..." /> : mode === "login"
        ? (
          <>
            <h2 id="account-title" ref={title} tabIndex={-1}>Login</h2>
            <p className="account-lead">Welcome back to the network.</p>
            <LoginForm key="login" sent={initial} onSuccess={handleLogin} />
            <p className="account-switch">
              {props.isByInvitation ? "Registration is by invitation only." : (
                <>
                  Don't have an account?{" "}
                  <a href={`${paths.register()}#account`} onClick={handleSwitch}>Sign up</a>
                </>
              )}
            </p>
          </>
        )
        : (
          <>
            <h2 id="account-title" ref={title} tabIndex={-1}>Create Account</h2>
            <p className="account-lead">For cadets, alumni and cadre of the program.</p>
            <RegisterForm
              key="register"
              sent={initial}
              cadreCodeRequired={cadreCodeRequired}
              passwordMinLength={passwordMinLength}
              onSuccess={handleRegistration}
            />
            <p className="account-switch">
              <a href={`${paths.home()}#account`} onClick={handleSwitch}>
                Already have an account? Login
              </a>
            </p>
          </>
        )}
    </section>
  );
}
