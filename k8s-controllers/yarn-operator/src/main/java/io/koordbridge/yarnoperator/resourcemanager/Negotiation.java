package io.koordbridge.yarnoperator.resourcemanager;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import org.apache.hadoop.security.UserGroupInformation;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;

/** The answer to a web server that requires authentication: a ticket of Kerberos for it, wrapped by SPNEGO. */
final class Negotiation {

    private static final String SPNEGO = "1.3.6.1.5.5.2";

    private final HadoopUser user;

    Negotiation(HadoopUser user) {
        this.user = user;
    }

    /** The header's value; waits for the KDC, so not on a thread that others need. */
    String header(String host) throws IOException {
        UserGroupInformation caller = user.get();
        if (!caller.hasKerberosCredentials()) {
            throw new IOException("it wants Kerberos, the operator has no key table for it");
        }
        caller.checkTGTAndReloginFromKeytab();
        try {
            PrivilegedExceptionAction<byte[]> token = () -> token(host);
            return "Negotiate " + Base64.getEncoder().encodeToString(caller.doAs(token));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (RuntimeException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException("no ticket for HTTP/" + host + ": " + cause.getMessage(), e);
        }
    }

    private static byte[] token(String host) throws GSSException {
        GSSManager manager = GSSManager.getInstance();
        Oid mechanism = new Oid(SPNEGO);
        GSSName server = manager.createName("HTTP@" + host, GSSName.NT_HOSTBASED_SERVICE);
        GSSContext context = manager.createContext(server, mechanism, null, GSSContext.DEFAULT_LIFETIME);
        try {
            context.requestMutualAuth(true);
            return context.initSecContext(new byte[0], 0, 0);
        } finally {
            context.dispose();
        }
    }
}
