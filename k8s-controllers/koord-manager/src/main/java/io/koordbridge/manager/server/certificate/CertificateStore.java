package io.koordbridge.manager.server.certificate;

import java.util.Optional;

/** Where the certificates are kept. */
interface CertificateStore {

    /** What is kept; empty when nothing or not all of it is there. */
    Optional<CertificateBundle> load();

    /**
     * Keeps a bundle.
     *
     * @param before what {@link #load} gave
     * @return false when another replica was faster; load again
     */
    boolean save(Optional<CertificateBundle> before, CertificateBundle bundle);
}
