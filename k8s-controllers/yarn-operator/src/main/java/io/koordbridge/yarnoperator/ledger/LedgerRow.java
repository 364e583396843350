package io.koordbridge.yarnoperator.ledger;

/**
 * One resource of one node; milli-cores for {@code cpu}, bytes for {@code memory}.
 *
 * @param yarn what YARN schedules on or still holds, whichever is more
 * @param sum pods, third parties and YARN
 * @param excess the part of the sum above the origin
 */
public record LedgerRow(
        String node,
        String resource,
        long origin,
        long pods,
        long thirdParty,
        long yarn,
        long sum,
        long excess,
        LedgerStatus verdict,
        String reason) {}
