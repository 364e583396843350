package io.koordbridge.manager.server.certificate;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;

/**
 * How long two authorities are trusted side by side. Derived from the new authority's own date, so that all replicas agree without talking to
 * each other.
 */
@PureCore
final class AuthorityChange {

    /**
     * How long every API server may take to read a new authority before its certificate is served. A loaded one took more than two
     * seconds; waiting costs nothing, as the certificate before is still served.
     */
    static final Duration SETTLES = Duration.ofSeconds(10);

    /** Many times the period in which every replica looks. */
    private static final Duration OVERLAP = Duration.ofMinutes(10);

    private AuthorityChange() {}

    /**
     * Whether some replica may still serve a certificate of the authority before this one.
     *
     * @param notBefore of the authority, which lies before it was made
     */
    static boolean isRecent(Instant notBefore, Instant now) {
        return now.isBefore(notBefore.plus(CertificateAuthority.BACKDATED).plus(OVERLAP));
    }
}
