package io.koordbridge.frame.tls;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Section {@code pageCertificates}. Nothing set: pages and API are plain HTTP. */
public final class PageCertificateConfig {

    @JsonProperty
    @JsonPropertyDescription(
            "Directory with tls.crt, tls.key and perhaps ca.crt, in PEM: pages and API are served by HTTPS only, "
                    + "with these files as they are at the moment. Nothing set: plain HTTP.")
    private @Nullable String directory;

    @JsonProperty
    @JsonPropertyDescription(
            "DNS name that the certificates of all replicas carry: by it a replica checks the leader's, against ca.crt, "
                    + "without that file against the authorities of the Java runtime. Needed with directory.")
    private @Nullable String name;

    /** The directory; empty for plain HTTP. */
    public Optional<Path> directory() {
        return directory == null || directory.isBlank() ? Optional.empty() : Optional.of(Path.of(directory.strip()));
    }

    /** DNS name that the certificates of all replicas carry. */
    public String name() {
        return name == null ? "" : name.strip();
    }

    /** Refuses a directory without a name. */
    public void requireNamed() {
        if (directory().isPresent() && name().isEmpty()) {
            throw new IllegalArgumentException(
                    "pageCertificates.name: missing, want the DNS name that the certificates of all replicas carry");
        }
    }
}
