package io.koordbridge.manager.server.certificate;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Names that the server certificate must carry. */
final class ServerNames {

    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:]*");

    private ServerNames() {}

    /** Service name first, then localhost, then further names. */
    static List<String> of(String serviceName, String namespace, List<String> extraHosts) {
        List<String> names = new ArrayList<>(List.of(serviceName + "." + namespace + ".svc", "localhost"));
        names.addAll(extraHosts);
        return names;
    }

    static boolean isAddress(String name) {
        return ADDRESS.matcher(name).matches();
    }

    /** Whether the certificate carries all names. */
    static boolean carries(X509Certificate certificate, List<String> names) throws CertificateParsingException {
        Collection<List<?>> present = certificate.getSubjectAlternativeNames();
        Set<String> texts = new HashSet<>();
        if (present != null) {
            present.forEach(one -> texts.add(String.valueOf(one.get(1))));
        }
        return texts.containsAll(names);
    }
}
