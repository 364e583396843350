package io.koordbridge.manager.server.registration;

import io.koordbridge.protocol.PureCore;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which authorities the API server trusts with us. While a new one comes into use the old one stays trusted: a replica may still serve
 * its certificate.
 */
@PureCore
final class TrustedAuthorities {

    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s]+-----END CERTIFICATE-----");

    private static final int MOST = 3;

    private TrustedAuthorities() {}

    /** Our bundle, then what else an entry's present bundle trusts; both in base64, the present one may be anything. */
    static String with(String ours, String present) {
        if (present.isEmpty() || present.equals(ours)) {
            return ours;
        }
        String own = text(ours);
        Set<String> trusted = certificates(own);
        int count = trusted.size();
        for (String certificate : certificates(text(present))) {
            if (trusted.size() < MOST) {
                trusted.add(certificate);
            }
        }
        String all = String.join("\n", trusted) + "\n";
        return trusted.size() == count
                ? ours
                : Base64.getEncoder().encodeToString(all.getBytes(StandardCharsets.US_ASCII));
    }

    private static Set<String> certificates(String text) {
        Set<String> found = new LinkedHashSet<>();
        Matcher matcher = CERTIFICATE.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }

    private static String text(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
