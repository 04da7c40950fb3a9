//! A debugger for the trail of an error that goes forwards and backwards. It speaks the Debug Adapter Protocol
//! over any pair of streams, so that editors can start it. It knows what a replay shows of a trail, and neither
//! arguments nor how the trail was found.
//!
//! ```no_run
//! use trailhound_checker::{Replay, Session, Trail};
//! use trailhound_debugger::{Connection, serve, until_launch};
//!
//! let mut connection = Connection::new(std::io::stdin().lock(), std::io::stdout().lock());
//! if let Some(launch) = until_launch(&mut connection) {
//!     let trail = Trail::read("trail.json".as_ref()).unwrap();
//!     let shown = Replay::of(trail).look_in(&Session::default(), |walked| {
//!         connection.acknowledge(&launch);
//!         serve(walked, &mut connection);
//!     });
//!     assert!(shown.is_ok(), "the trail leads to its error");
//! }
//! ```

#![forbid(unsafe_code)]

mod breakpoints;
mod connection;
mod moves;
mod server;
mod views;

pub use connection::{Connection, Request};

use server::{Server, capabilities};
use trailhound_checker::Walked;

/// Answers what comes before a trail is known; the request that launches one. None: there was none.
pub fn until_launch(connection: &mut Connection) -> Option<Request> {
    while let Some(request) = connection.next_request() {
        match request.command.as_str() {
            "initialize" => connection.respond(&request, capabilities()),
            "launch" | "attach" => return Some(request),
            "disconnect" | "terminate" => {
                connection.acknowledge(&request);
                return None;
            }
            _ => connection.refuse(&request, "nothing is launched yet"),
        }
    }
    None
}

/// Answers requests about a trail until the editor ends the session.
pub fn serve(walked: Walked<'_, '_>, connection: &mut Connection<'_>) {
    Server::new(walked, connection).serve();
}
