import { Component } from 'react';
import type { ReactNode } from 'react';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** What is shown in place of the children once one of them has failed. */
  fallback: (error: unknown) => ReactNode;
};

type Failure = { error: unknown } | null;

/** Keeps an error of its children from taking the whole page away. React offers this to classes alone. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: Failure }> {
  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: { error } };
  }

  override state: { failure: Failure } = { failure: null };

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
