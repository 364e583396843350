package io.koordbridge.colo.answer;

import java.io.IOException;
import java.net.URI;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Failed connections for which TLS is the reason, in words for the user. */
public final class TlsProblem {

    private TlsProblem() {}

    /** Why a connection by https failed; empty when TLS has nothing to do with it, and for plain HTTP. */
    public static Optional<String> of(URI asked, IOException problem) {
        if (!isHttps(asked)) {
            return Optional.empty();
        }
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            // The outermost is ours: it names what was expected.
            if (cause instanceof CertificateException) {
                return Optional.of("its certificate does not verify: " + cause.getMessage()
                        + "; --ca-file FILE names the authority to trust");
            }
        }
        if (!(problem instanceof SSLException)) {
            return Optional.empty();
        }
        String said = String.valueOf(problem.getMessage());
        if (said.contains("unrecognized SSL message") || said.contains("plaintext connection")) {
            return Optional.of("it does not speak TLS, ask by http://");
        }
        return said.contains("handshake_failure") || said.contains("terminated the handshake")
                ? Optional.of("it has no certificate yet (" + said + "); its log says why")
                : Optional.of("TLS failed: " + said);
    }

    /** What to try after a connection by plain HTTP failed as it does at a port that speaks TLS, but also at a process that just ends. */
    public static Optional<String> guess(URI asked, IOException problem) {
        String said = String.valueOf(problem.getMessage());
        boolean noHttp =
                said.contains("received no bytes") || said.contains("status line") || said.contains("Connection reset");
        return noHttp && !isHttps(asked)
                ? Optional.of("perhaps it speaks HTTPS: a process with certificates is asked by https://")
                : Optional.empty();
    }

    private static boolean isHttps(URI asked) {
        return "https".equals(asked.getScheme());
    }
}
