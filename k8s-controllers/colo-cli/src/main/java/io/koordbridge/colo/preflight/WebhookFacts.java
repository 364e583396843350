package io.koordbridge.colo.preflight;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The admission webhook as the API server has it.
 *
 * @param entries names of its entries; none when it is not registered
 * @param withoutAuthority entries without a certificate authority
 * @param authorityEnds when the authority that ends first ends, null when no authority can be read
 * @param readyEndpoints addresses behind its Service, -1 when the entries name an address of their own
 * @param answer what became of an object that it has to refuse
 * @param port who reaches its port
 * @param admitsByQuota whether EnableQuotaAdmission is on in its configuration
 */
record WebhookFacts(
        List<String> entries,
        List<String> withoutAuthority,
        @Nullable Instant authorityEnds,
        int readyEndpoints,
        Answer answer,
        WebhookPort port,
        boolean admitsByQuota) {

    WebhookFacts {
        entries = List.copyOf(entries);
        withoutAuthority = List.copyOf(withoutAuthority);
    }

    /** Of the dry run. */
    enum Answer {
        /** Refused by the webhook. */
        REFUSED,
        /** Not refused by it: the API server did not reach the webhook. */
        MISSED,
        /** No entry for an object that may be created. */
        NOT_ASKED
    }
}
