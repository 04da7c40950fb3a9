//! The point that is followed.

use std::rc::Rc;

use smallvec::SmallVec;
use trailhound_program::{Body, FunctionId, LocationId, Pc};

use super::ids::*;
use super::points::*;
use super::shape::Shape;
use super::state::State;
use super::value::Value;

/// A point that is followed: the state moves along with the operations.
pub struct Current<'a> {
    pub point: PointId,
    pub context: ContextId,
    pub task: TaskIndex,
    pub function: FunctionId,
    pub body: &'a Body,
    pub shape: Rc<Shape>,
    pub pc: Pc,
    pub turns: SmallVec<[Turn; 4]>,
    pub state: State,
    pub outcomes: Vec<Outcome>,
}

impl Current<'_> {
    pub fn location(&self) -> LocationId {
        self.body.locations[self.pc as usize]
    }

    pub fn get(&self, register: u32) -> Value {
        self.state.get(self.body, register)
    }

    pub fn set(&mut self, register: u32, value: Value) {
        self.state.set(self.body, register, value);
    }
}
