package io.koordbridge.protocol.tls;

import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts servers of one name, at whatever address they are reached: a pod and a forwarded port are reached by an address that no certificate
 * names. The name replaces the check of the address; there is no way to leave it out.
 */
public final class NamedServer extends X509ExtendedTrustManager {

    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final Supplier<Authorities> authorities;
    private final String name;
    private volatile @Nullable Checks checks;

    /** A trust manager is costly to make: one for as long as the authorities are the same. */
    private record Checks(Authorities authorities, X509TrustManager trust) {}

    /**
     * Trusts a name.
     *
     * @param authorities asked at each handshake, since they may be replaced
     * @param name DNS name or IP address that the server's certificate has to carry
     */
    public NamedServer(Supplier<Authorities> authorities, String name) {
        this.authorities = authorities;
        this.name = name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    }

    /** For a client. */
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {this}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime has no TLS: " + e.getMessage(), e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        Checks now = checks();
        try {
            now.trust().checkServerTrusted(chain, authType);
        } catch (CertificateException e) {
            throw new CertificateException(
                    "no authority of %s vouches for the certificate of %s (issuer %s): %s"
                            .formatted(
                                    now.authorities().source(),
                                    chain[0].getSubjectX500Principal(),
                                    chain[0].getIssuerX500Principal(),
                                    root(e)),
                    e);
        }
        List<String> carried = names(chain[0]);
        if (carried.stream().noneMatch(this::fits)) {
            throw new CertificateException("the certificate is for %s, want %s".formatted(carried, name));
        }
    }

    private Checks checks() {
        Authorities now = authorities.get();
        Checks before = checks;
        if (before != null && before.authorities().equals(now)) {
            return before;
        }
        Checks fresh = new Checks(now, now.trust());
        checks = fresh;
        return fresh;
    }

    private static String root(Throwable problem) {
        Throwable cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    private static List<String> names(X509Certificate certificate) throws CertificateException {
        Collection<List<?>> all = certificate.getSubjectAlternativeNames();
        return all == null
                ? List.of()
                : all.stream()
                        .filter(one -> Objects.equals(one.get(0), DNS_NAME) || Objects.equals(one.get(0), IP_ADDRESS))
                        .map(one -> String.valueOf(one.get(1)))
                        .toList();
    }

    /** A star stands for one label, the first. */
    private boolean fits(String carried) {
        if (ADDRESS.matcher(name).matches()) {
            return canonical(carried).equals(canonical(name));
        }
        String wanted = name.toLowerCase(Locale.ROOT);
        String given = carried.toLowerCase(Locale.ROOT);
        int dot = wanted.indexOf('.');
        return given.equals(wanted) || (dot > 0 && given.equals("*" + wanted.substring(dot)));
    }

    /** Of an IPv6 address, which has several forms; a text with colons is never asked of a name server. */
    private static String canonical(String address) {
        try {
            return address.indexOf(':') < 0
                    ? address
                    : InetAddress.getByName(address).getHostAddress();
        } catch (UnknownHostException e) {
            return address;
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("clients are not checked here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return checks().trust().getAcceptedIssuers();
    }
}
